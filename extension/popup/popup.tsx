import { startPage } from '../pages/page.tsx'
import { takeRequest } from '../requests.ts'
import { PopupApp } from './popup-app.tsx'

/** Renders the popup once, with the requested plate. Waiting for the request takes less time than rendering twice. */
async function popup() {
  const asked = await takeRequest(chrome.storage.session, 'popup').catch(() => null)
  return <PopupApp asked={asked?.text ?? null} />
}

void startPage('popup', popup())
