/** Key in the store's `meta`, set once the documents of every known procedure are noted. */
export const SERVICE_DOCUMENTS_NOTED = 'papers-noted'
