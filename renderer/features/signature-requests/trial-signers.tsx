import { trialSignerText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

/** Identifiers whose outcome is known beforehand (service.md, "Signature sentinel ID numbers"). Never in Producción. */
export function TrialSigners({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const environment = useSlice('profile')?.environment
  if (environment !== 'demo' && environment !== 'development') return null
  // Of a company, the number of who signs for it decides.
  const name = signatureRequest.type === 'company' ? 'representativeIdNumber' : 'idNumber'
  return (
    <div className="trial-signers" role="group" aria-label={text.title}>
      <span className="small muted">{text.title}</span>
      {text.signers.map(({ idNumber, outcome }) => (
        <Button key={idNumber} tone="plain" size="low" onClick={() => signatureRequest.put(name, idNumber)}>
          <span className="figures">{idNumber}</span> {outcome}
        </Button>
      ))}
    </div>
  )
}
