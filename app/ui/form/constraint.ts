/** What the browser knows of a field by itself. */
export interface Constraint {
  required?: true;
  maxLength?: number;
  inputMode?: 'numeric' | 'decimal';
  type?: 'date';
}
