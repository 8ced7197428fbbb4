import { startPage } from '../pages/start-page.tsx'
import { OptionsApp } from './options-app.tsx'

void startPage('options', <OptionsApp />)
