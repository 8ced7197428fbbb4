import { vehicleName } from '#shared/domain/vehicle-name.ts'
import type { Body } from '#shared/domain/service-body.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { FactList } from '../resources/fact-list.tsx'
import { procedureFacts } from './procedure-facts.ts'

interface ProcedureDataProps {
  id: string
  body: Body
  vrm: string | undefined
}

/** Data of a procedure, with the vehicle as the last report of its plate names it. */
export function ProcedureData({ id, body, vrm }: ProcedureDataProps) {
  if (vrm === undefined) return <FactList facts={procedureFacts(body)} id={id} />
  return <DataOfPlate id={id} body={body} vrm={vrm} />
}

function DataOfPlate({ id, body, vrm }: ProcedureDataProps & { vrm: string }) {
  const { data } = useQuery('lookup.get', { vrm })
  const report = data?.verdict?.report ?? data?.latest
  return <FactList facts={procedureFacts(body, vehicleName(report?.vehicle))} id={id} />
}
