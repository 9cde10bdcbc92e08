/** What people call the fields of what an assistant may ask for, by the contract's names. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  active: 'Ligado',
  all: 'Todas as skins',
  amount: 'Valor',
  ask: 'Perguntar se o link é de outra skin',
  auto: 'Entregar sozinha',
  broken: 'Quebrado',
  catalog_id: 'Catálogo',
  champion: 'Campeão',
  champion_id: 'Campeão',
  charge_id: 'Pagamento',
  code: 'Código',
  creator: 'Criador',
  description: 'Descrição',
  download_url: 'Link para baixar',
  email: 'E-mail da conta',
  file_id: 'Arquivo guardado',
  group_word: 'Nome de um grupo',
  group_words: 'Nome dos grupos',
  id: 'Entrega',
  image_url: 'Imagem',
  is_active: 'À venda',
  item_id: 'Skin do pedido',
  item_ids: 'Skins do pedido',
  kept_files: 'Com o arquivo guardado',
  keys: 'Chaves',
  link: 'Link',
  links: 'Links',
  max_per_person: 'Usos por pessoa',
  max_uses: 'Usos ao todo',
  min_total: 'Compra mínima',
  name: 'Nome',
  notify: 'Avisar os donos',
  only_this_order: 'Só neste pedido',
  order_id: 'Pedido',
  percent: 'Desconto (%)',
  price: 'Preço',
  product_id: 'Produto',
  reason: 'Motivo que fica no pedido',
  review_id: 'Avaliação',
  scope: 'Quais',
  skin_num: 'Número da skin',
  skins: 'Skins',
  sku: 'Skin',
  state: 'Situação',
  stock: 'Estoque',
  text: 'Resposta ao cliente',
  ticket_id: 'Atendimento',
  undo: 'Com tempo para desfazer',
  until: 'Até quando',
  valid_from: 'Vale desde',
  valid_to: 'Vale até',
};

export const fieldWord = (name: string): string => wordIn(FIELD_WORDS, name);

const VALUE_WORDS: Readonly<Record<string, string>> = {
  updating: 'em atualização',
  ready: 'liberado',
  open: 'aberto',
  answered: 'respondido',
  solved: 'resolvido',
};

export const valueWord = (value: string): string => wordIn(VALUE_WORDS, value);

/** A program may send a name that every object of the language has. */
const wordIn = (words: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(words, name) && words[name]) || name;
