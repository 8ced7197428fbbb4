import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PageName } from '../page-messages.ts'
import { connectPage } from './client.ts'
import { ClientContext } from './client-context.ts'
import './pages.css'

/** Draws a page of the extension, over its port to the background, which is opened before what it shows is there. */
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
