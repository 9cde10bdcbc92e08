import { createContext } from 'react';

/** What the loaders of a page answered, as React Router's client reads it. Empty in the browser. */
export const PageData = createContext('');
