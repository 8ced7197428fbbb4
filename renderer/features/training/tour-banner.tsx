import { GraduationCap } from 'lucide-react'
import { TOUR_ID } from '#shared/domain/training.ts'
import { trainingText } from '#shared/text/frame.ts'
import { useClient } from '../../replica/client.ts'
import { OnceBanner } from '../help/release-banner.tsx'
import { startTraining } from './training-actions.ts'

const text = trainingText.offer

/** Offers the tour, once. */
export function TourBanner() {
  const client = useClient()
  return (
    <OnceBanner
      icon={GraduationCap}
      take={text.take}
      leave={text.leave}
      onPut={() => void client.bridge.call('settings.update', { tourOffered: true })}
      onTake={() => void startTraining(client, TOUR_ID)}
    >
      <b>{text.title}</b> {text.body}
    </OnceBanner>
  )
}
