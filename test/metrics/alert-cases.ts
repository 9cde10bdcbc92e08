/** Series in the notation of `promtool test rules`, one value a minute: '0x30' stays, '1+1x30' grows. */
type Series = Record<string, string>;

interface AlertCase {
  fires: Series;
  /** Beside `severity`. */
  labels?: Record<string, string>;
  /** As near to firing as a well shop comes. */
  silent: Series;
  /** Minutes after which both are looked at. */
  after: number;
}

const delays = (fast: string, slow: string): Series => ({
  'fulgor_event_loop_delay_seconds_bucket{instance="a",worker="1",le="0.25"}': fast,
  'fulgor_event_loop_delay_seconds_bucket{instance="a",worker="1",le="1"}': slow,
  'fulgor_event_loop_delay_seconds_bucket{instance="a",worker="1",le="+Inf"}': slow,
});
const statements = (fast: string, slow: string): Series => ({
  'fulgor_statement_seconds_bucket{statement="select",outcome="ok",le="0.1"}': fast,
  'fulgor_statement_seconds_bucket{statement="select",outcome="ok",le="1"}': slow,
  'fulgor_statement_seconds_bucket{statement="select",outcome="ok",le="+Inf"}': slow,
});
const answers = (well: string, failed: string): Series => ({
  'fulgor_request_seconds_count{route="/loja",status="2xx"}': well,
  'fulgor_request_seconds_count{route="/loja",status="5xx"}': failed,
});

/** For each rule of deploy/alerts.yml a shop in trouble, and one that is well. */
export const ALERT_CASES: Record<string, AlertCase> = {
  LojaForaDoAr: {
    fires: { 'up{job="fulgor",instance="a"}': '1 1 0x10', 'up{job="fulgor",instance="b"}': '1x12' },
    labels: { job: 'fulgor', instance: 'a' },
    silent: { 'up{job="fulgor",instance="a"}': '1 1 0 1x10' },
    after: 8,
  },
  LojaSemBanco: {
    fires: { 'fulgor_ready{instance="a"}': '0x10', 'fulgor_ready{instance="b"}': '1x10' },
    silent: { 'fulgor_ready{instance="a"}': '1 0 1x10' },
    after: 5,
  },
  ErrosAoResponder: {
    fires: answers('0+100x30', '0+5x30'),
    silent: answers('0+100x30', '0+1x30'),
    after: 20,
  },
  PedidosAtrasados: {
    fires: { 'fulgor_alarms{kind="order_late"}': '1x30' },
    silent: { 'fulgor_alarms{kind="order_late"}': '0x30', 'fulgor_alarms{kind="order_waits"}': '9x30' },
    after: 15,
  },
  DinheiroParado: {
    fires: { 'fulgor_attention{kind="amount_mismatch"}': '1x30', 'fulgor_attention{kind="dispute"}': '0x30' },
    labels: { kind: 'amount_mismatch' },
    silent: {
      'fulgor_attention{kind="amount_mismatch"}': '1x5 0x30',
      'fulgor_attention{kind="refund_due"}': '3x30',
    },
    after: 20,
  },
  AvisosDePagamentoDesistidos: {
    fires: { 'fulgor_given_up{kind="webhook"}': '2x30' },
    silent: { 'fulgor_given_up{kind="webhook"}': '0x30', 'fulgor_given_up{kind="mail"}': '2x30' },
    after: 10,
  },
  EmailsDesistidos: {
    fires: { 'fulgor_given_up{kind="mail"}': '2x30' },
    silent: { 'fulgor_given_up{kind="mail"}': '0x30', 'fulgor_given_up{kind="webhook"}': '2x30' },
    after: 10,
  },
  TarefasParadas: {
    fires: { fulgor_charge_due_oldest_seconds: '301+60x30' },
    silent: {
      fulgor_charge_due_oldest_seconds: '60x30',
      'fulgor_job_oldest_seconds{queue="mail-refund"}': '600x30',
      'fulgor_job_oldest_seconds{queue="vacuum"}': '4000x30',
    },
    after: 10,
  },
  BackupAntigo: {
    fires: { fulgor_backup_failing: '0x90', fulgor_backup_age_seconds: '129540+60x90' },
    silent: { fulgor_backup_failing: '1x5 0x90', fulgor_backup_age_seconds: '90000+60x90' },
    after: 45,
  },
  DiscoQuaseCheio: {
    fires: { 'fulgor_disk_free_bytes{instance="a"}': '1900000000x30' },
    labels: { instance: 'a' },
    silent: { 'fulgor_disk_free_bytes{instance="a"}': '2100000000x30' },
    after: 15,
  },
  ProvedorComFalha: {
    fires: {
      'fulgor_gateway_circuit_open{gateway="abacatepay",worker="1"}': '0x30',
      'fulgor_gateway_circuit_open{gateway="abacatepay",worker="2"}': '1x30',
    },
    labels: { gateway: 'abacatepay' },
    silent: {
      'fulgor_gateway_circuit_open{gateway="abacatepay",worker="1"}': '0x30',
      'fulgor_gateway_call_seconds_count{gateway="abacatepay",call="create",outcome="failed"}': '0 0 0 4x30',
      'fulgor_gateway_call_seconds_count{gateway="abacatepay",call="create",outcome="refused"}': '0+9x30',
    },
    after: 10,
  },
  BancoLento: {
    fires: statements('0+10x40', '0+100x40'),
    silent: { ...statements('0+98x40', '0+100x40'), 'fulgor_connections{state="waiting"}': '0 9 0x40' },
    after: 25,
  },
  ProcessoTravado: {
    fires: delays('0+100x40', '0+200x40'),
    labels: { instance: 'a', worker: '1' },
    silent: delays('0+195x40', '0+200x40'),
    after: 25,
  },
};
