import { foldText } from '#shop/catalog/search/fold-text.ts';

/** What the shop reads of a row, whatever the other shop calls it. */
export type Field =
  | 'number'
  | 'email'
  | 'name'
  | 'lastName'
  | 'phone'
  | 'date'
  | 'state'
  | 'cancelled'
  | 'currency'
  | 'total'
  | 'discount'
  | 'coupon'
  | 'product'
  | 'sku'
  | 'price'
  | 'isShown'
  | 'mark';

export interface FileKind {
  /** Whose orders they are: a number counts once for each. */
  source: string;
  makes: 'orders' | 'people' | 'products';
  /** Its times, which name no offset. */
  offset?: string;
  /** The names of its columns, folded. */
  columns: Partial<Record<Field, readonly string[]>>;
  /** Without one of these it is another kind of file. */
  needs: readonly Field[];
}

/** The files of other shops, in the sequence in which they are tried. */
export const FILE_KINDS = {
  nuvemshop_orders: {
    source: 'nuvemshop',
    makes: 'orders',
    columns: {
      number: ['numerodopedido', 'numerodavenda'],
      email: ['email'],
      name: ['nomedocomprador', 'nomedocliente'],
      phone: ['telefone'],
      date: ['data'],
      state: ['statusdopagamento'],
      cancelled: ['statusdopedido', 'statusdavenda'],
      currency: ['moeda'],
      total: ['total'],
      discount: ['desconto'],
      coupon: ['cupomdedesconto', 'cupom'],
      product: ['nomedoproduto'],
      sku: ['sku'],
      price: ['valordoproduto', 'precodoproduto'],
    },
    needs: ['number', 'email', 'state', 'product'],
  },
  nuvemshop_products: {
    source: 'nuvemshop',
    makes: 'products',
    columns: {
      mark: ['identificadorurl'],
      product: ['nome'],
      sku: ['sku'],
      price: ['preco'],
      isShown: ['exibirnaloja'],
    },
    needs: ['mark', 'product', 'price'],
  },
  nuvemshop_customers: {
    source: 'nuvemshop',
    makes: 'people',
    columns: {
      name: ['nomecompleto', 'nome'],
      email: ['email'],
      phone: ['telefonedecontato', 'telefone'],
      date: ['data', 'datadecadastro'],
      mark: ['numerodecompras', 'totalconsumidobrl', 'totalconsumido', 'ultimacompra', 'cpfcnpj'],
    },
    needs: ['name', 'email', 'mark'],
  },
  shopify_orders: {
    source: 'shopify',
    makes: 'orders',
    columns: {
      number: ['name'],
      email: ['email'],
      name: ['billingname', 'shippingname'],
      phone: ['phone', 'billingphone'],
      date: ['createdat'],
      state: ['financialstatus'],
      cancelled: ['cancelledat'],
      currency: ['currency'],
      total: ['total'],
      discount: ['discountamount'],
      coupon: ['discountcode'],
      product: ['lineitemname'],
      sku: ['lineitemsku'],
      price: ['lineitemprice'],
    },
    needs: ['number', 'email', 'state', 'product'],
  },
  shopify_products: {
    source: 'shopify',
    makes: 'products',
    columns: {
      mark: ['handle'],
      product: ['title'],
      sku: ['variantsku'],
      price: ['variantprice'],
      isShown: ['published', 'status'],
    },
    needs: ['mark', 'product', 'price'],
  },
  shopify_customers: {
    source: 'shopify',
    makes: 'people',
    columns: {
      name: ['firstname'],
      lastName: ['lastname'],
      email: ['email'],
      phone: ['phone', 'defaultaddressphone'],
      mark: ['acceptsemailmarketing', 'acceptsmarketing', 'totalspent', 'totalorders'],
    },
    needs: ['name', 'email', 'mark'],
  },
  woocommerce_products: {
    source: 'woocommerce',
    makes: 'products',
    columns: {
      mark: ['type', 'tipo'],
      product: ['name', 'nome'],
      sku: ['sku', 'ref'],
      price: ['regularprice', 'preconormal', 'precoregular', 'preco'],
      isShown: ['published', 'publicado'],
    },
    needs: ['mark', 'product', 'price', 'isShown'],
  },
  tebex_payments: {
    source: 'tebex',
    makes: 'orders',
    offset: 'Z',
    columns: {
      number: ['transactionid', 'transaction', 'txnid', 'paymentid'],
      email: ['email', 'customeremail', 'emailaddress'],
      name: ['name', 'customer', 'customername', 'player', 'username', 'ign'],
      date: ['date', 'createdat', 'time', 'datetime'],
      state: ['status'],
      currency: ['currency'],
      total: ['price', 'amount', 'total', 'pricepaid'],
      coupon: ['coupon', 'coupons', 'couponcode'],
      product: ['packages', 'package', 'packagename', 'products'],
    },
    needs: ['number', 'email', 'product'],
  },
} as const satisfies Record<string, FileKind>;

/** `fulgor`: this shop's own export. `columns`: any other table, of which a person says what its columns are. */
export const KINDS = [
  ...(Object.keys(FILE_KINDS) as (keyof typeof FILE_KINDS)[]),
  'fulgor',
  'columns',
] as const;
export type Kind = (typeof KINDS)[number];

/** What a person says of the columns of a table that no shop makes. */
export const OWN_FIELDS = ['email', 'name', 'product', 'date', 'total', 'coupon'] as const;
export type OwnColumns = Partial<Record<(typeof OWN_FIELDS)[number], string>>;

export type Places = Partial<Record<Field, number>>;

/** Which shop makes files with these columns; null: none that we know. */
export function recognizeKind(header: readonly string[]): Exclude<Kind, 'columns' | 'fulgor'> | null {
  const found = Object.entries(FILE_KINDS).find(([, kind]) => {
    const places = placesOf(kind, header);
    return kind.needs.every((field) => places[field] !== undefined);
  });
  return (found?.[0] as keyof typeof FILE_KINDS | undefined) ?? null;
}

/** Where each field stands in a row. */
export function placesOf(kind: FileKind, header: readonly string[]): Places {
  const folded = header.map(foldText);
  const places: Places = {};
  for (const [field, names] of Object.entries(kind.columns) as [Field, readonly string[]][]) {
    const name = names.find((one) => folded.includes(one));
    if (name !== undefined) places[field] = folded.indexOf(name);
  }
  return places;
}

/** The same of columns that a person named. */
export const placesOfOwn = (columns: OwnColumns, header: readonly string[]): Places =>
  Object.fromEntries(
    OWN_FIELDS.flatMap((field) => {
      const at = columns[field] === undefined ? -1 : header.indexOf(columns[field]);
      return at < 0 ? [] : [[field, at]];
    }),
  );
