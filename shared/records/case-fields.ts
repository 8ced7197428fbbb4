/** Beginnings of the names of fields that a shared case has once for each label, note and party of a document. */
export const LABEL_FIELD = 'label:'
export const NOTE_FIELD = 'note:'
export const PARTY_FIELD = 'party:'
