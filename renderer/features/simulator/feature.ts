export { PaceControls, SimulatorCard } from './simulator-card.tsx'
