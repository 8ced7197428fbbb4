import {
  createContext,
  useContext,
  useSyncExternalStore,
  useEffect,
  useState,
  type ReactNode,
  StrictMode,
} from 'react'
import { createRoot } from 'react-dom/client'
import { requestErrorText as text } from '#shared/text/extension.ts'
import type { ConnectionView, RequestError, PageName } from '../page-messages.ts'
import { type PageClient, connectPage } from './client.ts'
import './pages.css'

const ClientContext = createContext<PageClient | null>(null)

export function useClient(): PageClient {
  const client = useContext(ClientContext)
  if (!client) throw new Error('There is no client around this component.')
  return client
}

export function useConnection(): ConnectionView {
  const { subscribe, view } = useClient()
  return useSyncExternalStore(subscribe, view)
}

/** Text of a failed request, with advice. */
export function requestErrorWords({ code, retryAfterMs }: RequestError): string {
  if (code === 'rate-limited') return text[code](Math.max(1, Math.ceil((retryAfterMs ?? 5_000) / 1_000)))
  const known = Object.entries(text).find(([of]) => of === code)?.[1]
  return typeof known === 'string' ? known : text.other
}

/** Present time in ms. The component re-renders every `everyMs`, so that ages on screen grow. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Renders a page of the extension. Its port to the background opens before the content is loaded. */
export async function startPage(page: PageName, content: ReactNode | Promise<ReactNode>): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const client = connectPage(page)
  const shown = await content
  createRoot(root).render(
    <StrictMode>
      <ClientContext value={client}>{shown}</ClientContext>
    </StrictMode>,
  )
}
