import { routeSection } from '#shared/bridge/routes.ts'
import { signaturePlacesText as text, signatureViewNames as names } from '#shared/text/sidebar.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useRoute } from '../../app/route.ts'
import { listedUnder } from '../../app/routes.ts'
import { onlyWhere, PagePlaces, type WhereProps, Place } from '../cases/feature.ts'
import { useLast } from '../../app/account-change.ts'

const PAGES = listedUnder('signatures')

/** Views under Firmas with their counts. */
export const SignaturePlaces = onlyWhere(Places)

function Places({ where }: WhereProps) {
  const route = useRoute()
  const counts = useLast(useQuery('signatures.counts', {}).data)
  const open = useQuery('signature-requests.list', {}).data?.rows
  const doubt = open?.filter(({ state }) => state === 'uncertain').length ?? 0
  const requestId = route.view === 'signature-request' ? route.id : null
  const request = useQuery('signature-requests.get', requestId === null ? null : { id: requestId }).data
  // A sent request counts as a signature, under «all».
  const isSent = request?.state === 'sent'
  const list = route.view === 'signatures' ? (route.list ?? 'all') : null
  const here = requestId !== null && isSent ? 'all' : list
  return (
    <nav className={`places places--${where}`} aria-label={text.label}>
      <Place route={{ view: 'signatures' }} current={here === 'all'} amount={undefined}>
        {names.all}
      </Place>
      <ViewPlace list="pending" here={here} amount={counts?.pending} />
      <ViewPlace list="late" here={here} amount={counts?.late} />
      <ViewPlace list="expired" here={here} amount={counts?.expired} />
      <ViewPlace list="rejected" here={here} amount={counts?.rejected} />
      <ViewPlace list="signed-today" here={here} amount={counts?.signedToday} />
      <PagePlaces
        pages={PAGES}
        current={requestId !== null && isSent ? 'signatures' : routeSection(route)}
        amounts={{ 'signature-requests': counts?.open }}
        warnings={{ 'signature-requests': doubt > 0 && text.doubt(doubt) }}
      />
    </nav>
  )
}

type SignatureList = Exclude<keyof typeof names, 'all'>

function ViewPlace({
  list,
  here,
  amount,
}: {
  list: SignatureList
  here: string | null
  amount: number | undefined
}) {
  return (
    <Place route={{ view: 'signatures', list }} current={here === list} amount={amount}>
      {names[list]}
    </Place>
  )
}
