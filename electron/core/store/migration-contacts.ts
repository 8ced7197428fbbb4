/**
 * What a sending said of a signer otherwise than the address book: kept beside it until the person takes it or leaves
 * it. JSON of `ContactProposal` (features/signing/contact-proposal.rules.ts).
 */
export const migrationContacts = 'ALTER TABLE contact ADD COLUMN proposal TEXT;'
