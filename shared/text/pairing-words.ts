/** Name of the words that two screens show, to be compared. */
export const pairingWordsText = 'Las tres palabras'
