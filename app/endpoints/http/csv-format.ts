/** What a Brazilian spreadsheet opens; text that it would take for a formula begins with an apostrophe. */
export const CSV_FORMAT = { delimiter: ';', record_delimiter: 'windows', escape_formulas: true } as const;
