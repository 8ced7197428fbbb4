import { startPage } from '../pages/start-page.tsx'
import { PopupApp } from './popup-app.tsx'

startPage('popup', <PopupApp />)
