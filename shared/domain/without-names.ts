import type { Change, ResourceKind, Subject } from '../bridge/inbox.ts'

/** Details that are written by people, and may name one. */
const WRITTEN: ReadonlySet<string> = new Set(['documentName', 'description', 'reason'])

/** Details of a change as lists show them while names are hidden. */
export const detailWithoutNames = (detail: Change['detail']): Change['detail'] =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => !WRITTEN.has(name)))

/** A change as lists and notifications show it while names are hidden: by its plate, and by what happened. */
export function withoutNames<R extends { kind: ResourceKind; subject: Subject; detail: Change['detail'] }>(
  row: R,
): R {
  const { vrm, vin, label } = row.subject
  return {
    ...row,
    subject: {
      ...(vrm !== undefined && { vrm }),
      ...(vin !== undefined && { vin }),
      // Of a signature it is the signer; of the others, what they are.
      ...(label !== undefined && row.kind !== 'signature' && { label }),
    },
    detail: detailWithoutNames(row.detail),
  }
}
