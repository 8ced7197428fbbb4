import { useMemo, useState } from 'react'
import type { SignatureFilter, SignatureRow } from '#shared/bridge/signature-requests.ts'
import { useClient } from './client.ts'
import { type PagedOptions, type ReadPage, usePagedQuery } from './paged-query.ts'

const SOME: PagedOptions<SignatureRow> = { about: ['resource', 'signature-request', 'service-documents'] }
/** Unfiltered, only new rows can appear, at the top. A row also changes with its procedure, which gives its plate. */
const ALL: PagedOptions<SignatureRow> = {
  ...SOME,
  keyOf: ({ id }) => id,
  concerns: ({ id, procedureId }, { ids }) =>
    ids.includes(id) || (procedureId !== undefined && ids.includes(procedureId)),
}

/** Signature requests sent, last first. Their procedures and reminders change them too. */
export function useSignatureList(view: SignatureFilter['view'], text: string) {
  const { bridge } = useClient()
  const [names] = useState(() => new WeakMap<ReadPage<SignatureRow>, string>())
  const wanted = `${view} ${text}`
  const read = useMemo(() => {
    const page: ReadPage<SignatureRow> = (before, limit) =>
      bridge.call('signatures.list', {
        filter: { view, ...(text !== '' && { text }) },
        limit,
        ...(before !== null && { before }),
      })
    names.set(page, wanted)
    return page
  }, [bridge, view, text, names, wanted])
  const { shown, ...list } = usePagedQuery(read, view === 'all' && text === '' ? ALL : SOME)
  const key = names.get(shown)
  return {
    ...list,
    /** Key of the list on screen: the previous one until the new one comes. */
    key,
    isShown: key === wanted,
  }
}
