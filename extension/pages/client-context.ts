import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ConnectionView } from '../page-messages.ts'
import type { PageClient } from './client.ts'

export const ClientContext = createContext<PageClient | null>(null)

export function useClient(): PageClient {
  const client = useContext(ClientContext)
  if (!client) throw new Error('There is no client around this component.')
  return client
}

export function useConnection(): ConnectionView {
  const { subscribe, view } = useClient()
  return useSyncExternalStore(subscribe, view)
}
