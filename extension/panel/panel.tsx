import { startPage } from '../pages/start-page.tsx'
import { PanelApp } from './panel-app.tsx'

void startPage('panel', <PanelApp />)
