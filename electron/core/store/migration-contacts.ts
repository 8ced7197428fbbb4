/**
 * Sent values of a signer that differ from the address book: kept beside it until the user accepts or rejects
 * them. JSON of `ContactProposal` (features/signature-requests/contact-proposal.rules.ts).
 */
export const migrationContacts = 'ALTER TABLE contact ADD COLUMN proposal TEXT;'
