export { SaveAttemptsButton, ServiceBanner, useOutageEnd } from './service-banner.tsx'
