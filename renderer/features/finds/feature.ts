export { FindContent } from './find-row.tsx'
export {
  type Find,
  isAnswer,
  listFinds,
  makePlateFind,
  type OfficeFinds,
  type Rank,
  rankAll,
  type Ranked,
  rankOf,
  type TypedPlate,
  wordsOfFind,
} from './finds.ts'
export { KnownPlateOption, PlateOption } from './plate-options.tsx'
export { openFind, useFindList, useIsLate, useOfficeFinds } from './use-finds.ts'
