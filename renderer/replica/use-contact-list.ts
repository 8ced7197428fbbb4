import type { Contact } from '#shared/bridge/signature-requests.ts'
import type { Client } from './client.ts'
import { createRangeQuery, type RangeQuery, type RangeStart } from './range-query.ts'
import { type RangeList, useRangeList } from './use-range-list.ts'

/** Contacts by name, with this text in name, identifier or e-mail. */
export const useContactList = (text: string, startAt: number): RangeList<Contact> =>
  useRangeList('contacts', text, queryOf, startAt)

const queryOf = ({ bridge }: Client, text: string, start: RangeStart<Contact>): RangeQuery<Contact> =>
  createRangeQuery(
    (offset, limit) => bridge.call('contacts.list', { text, offset, limit }),
    ['contact'],
    start,
  )
