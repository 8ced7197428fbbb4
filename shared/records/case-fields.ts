/** Beginnings of the names of fields that a shared case has once for each label and each note. */
export const LABEL_FIELD = 'label:'
export const NOTE_FIELD = 'note:'
