import { GraduationCap } from 'lucide-react'
import { TOUR_ID } from '#shared/domain/training.ts'
import { trainingText } from '#shared/text/frame.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { OnceBanner } from '../help/feature.ts'
import { startTraining } from './training-actions.ts'

const text = trainingText.offer

/** True while the tour is offered: in the demonstration, until the user answers the offer. */
export function useOffersTour(): boolean {
  const offered = useSlice('settings')?.tourOffered
  const isDemo = useSlice('profile')?.environment === 'demo'
  const isRunning = useSlice('training') !== null
  return isDemo && offered === false && !isRunning
}

/** Offers the tour, once. */
export function TourBanner() {
  const client = useClient()
  return (
    <OnceBanner
      icon={GraduationCap}
      take={text.take}
      leave={text.leave}
      onDismiss={() => void client.bridge.call('settings.update', { tourOffered: true })}
      onTake={() => void startTraining(client, TOUR_ID)}
    >
      <b>{text.title}</b> {text.body}
    </OnceBanner>
  )
}
