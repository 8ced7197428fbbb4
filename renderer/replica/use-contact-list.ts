import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Contact } from '#shared/bridge/signing.ts'
import { type Client, useClient } from './client.ts'
import { createRangeQuery, type RangeQuery } from './range-query.ts'

/** Those who sign, by name, whose name, identifier or e-mail has this text. The list before stays until it comes. */
export function useContactList(text: string, startAt: number) {
  const client = useClient()
  const [shown, setShown] = useState(() => ({ text, query: queryOf(client, text) }))
  const [first] = useState(startAt)
  useEffect(() => {
    const query = queryOf(client, text)
    return follow(client, query, first, () => setShown({ text, query }))
  }, [client, text, first])
  const state = useStore(shown.query.store)
  const want = useCallback((from: number, to: number) => void shown.query.want(from, to), [shown.query])
  return { ...state, text: shown.text, want }
}

const queryOf = ({ bridge }: Client, text: string): RangeQuery<Contact> =>
  createRangeQuery((offset, limit) => bridge.call('contacts.list', { text, offset, limit }), 'contact')

function follow({ bridge, replica }: Client, query: RangeQuery<Contact>, first: number, show: () => void) {
  let gone = false
  void query.want(first, first).then(() => {
    if (!gone) show()
  })
  const stopChanged = bridge.on('changed', query.changed)
  const stopEpoch = replica.subscribe((state, before) => {
    if (state.epoch !== before.epoch) void query.reload()
  })
  return () => {
    gone = true
    query.close()
    stopChanged()
    stopEpoch()
  }
}
