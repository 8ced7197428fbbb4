import { LoaderCircle } from 'lucide-react'
import { Icon } from './icon.tsx'
import './controls.css'

/** Icon of something that goes on. It turns, unless the user asked for less motion. */
export const BusyIcon = () => <Icon of={LoaderCircle} className="busy-icon" />
