/** Why a form was not accepted: shown beside the form, and as a toast where scripts run. */
export interface ScreenFailure {
  title: string;
  description: string;
  /** Name of the field it is about, where it is about one. */
  field?: string;
}
