/** The source size of real splash art, so that every crop and width works for both. */
export const artWidth = 1215;
export const artHeight = 717;
