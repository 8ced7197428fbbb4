export { AboutSection } from './about-section.tsx'
