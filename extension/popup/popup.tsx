import { startPage } from '../pages/page.tsx'
import { takeRequest } from '../requests.ts'
import { PopupApp } from './popup-app.tsx'

/** Drawn once, with the plate that was asked for in it: reading what was asked takes less than drawing twice. */
async function popup() {
  const asked = await takeRequest(chrome.storage.session, 'popup').catch(() => null)
  return <PopupApp asked={asked?.text ?? null} />
}

void startPage('popup', popup())
