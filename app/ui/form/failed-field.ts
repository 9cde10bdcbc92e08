import { createContext } from 'react';

/** Which field the refusal of the form around it is about, and the id of the note that says so. */
export const FailedField = createContext<{ name?: string | undefined; noteId?: string }>({});
