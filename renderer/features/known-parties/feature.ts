export { KnownHelp, type KnownLine, KnownWords, UndoButton, useKnownLine } from './known-lines.tsx'
export {
  type KnownParty,
  type PartySlot,
  partyProposal,
  searchable,
  takeKnown,
  useKnownParty,
} from './use-known-party.ts'
