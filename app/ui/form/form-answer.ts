/** What a screen knows once one of its forms was posted. */
export interface FormAnswer {
  /** The operation. */
  do: string;
  ok: boolean;
  /** 0: none arrived. */
  status: number;
  /** Why it was refused, in a sentence. */
  message?: string;
  /** A sentence for each field that is not right. */
  fields: Record<string, string>;
  /** For a page that is rendered again without scripts. */
  typed: Record<string, string>;
  /** What the operation answered, in our own words: sums in centavos. */
  value?: unknown;
}
