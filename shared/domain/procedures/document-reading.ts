/**
 * What reading a file before it is sent found, where the user should know. `locked`: it asks for a password;
 * `damaged`: it does not open; `form`: a dynamic form that only
 * Acrobat draws; `attached`: other files are in it; `scan`: a picture without text; `long`: more pages than one paper has;
 * `heic`: a telephone's photo, which no browser draws; `slow`: too large to be read in time.
 */
export const DOCUMENT_READINGS = [
  'locked',
  'damaged',
  'form',
  'attached',
  'scan',
  'long',
  'heic',
  'slow',
] as const
export type DocumentReading = (typeof DOCUMENT_READINGS)[number]

/** Pages from which a PDF is probably more than the papers of a procedure. */
export const LONG_PAGES = 60
