-- By what staff find an order by its CPF or CNPJ, which is encrypted: a keyed digest. Null: not written yet; empty: the
-- secret of now does not open the tax id.
alter table orders add column customer_tax_id_digest text;
