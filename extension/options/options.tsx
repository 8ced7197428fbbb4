import { startPage } from '../pages/page.tsx'
import { OptionsApp } from './options-app.tsx'

void startPage('options', <OptionsApp />)
