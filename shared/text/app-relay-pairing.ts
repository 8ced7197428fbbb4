import { claimText } from './relay.ts'
import type { BaseAddressProblem } from '../domain/base-address.ts'
import { errorTexts, type ErrorText } from './errors.ts'

const NO_RELAY: ErrorText = {
  title: 'En esa dirección no hay un relé.',
  advice: 'Alguien responde, pero no es el relé. Cópiala tal como la enseña el otro equipo.',
}
const NOT_REACHED: ErrorText = {
  title: 'No se llega a ese relé.',
  advice: 'Comprueba la dirección y que este equipo tiene red, y vuelve a intentarlo.',
}

/** Texts of pairing this PC. */
export const pairText = {
  title: 'Emparejar este equipo',
  body: 'Un equipo que ya está en el relé enseña la dirección y el código, en Ajustes › Relé › Añadir un equipo.',
  address: 'Dirección del relé',
  addressPlaceholder: 'https://rele.oficina.example',
  addressHelp: 'La misma para todos los equipos de la oficina.',
  code: 'Código',
  codeHelp: 'Ocho letras y cifras. Da igual si van en mayúsculas o con guion.',
  codeWrong: 'Son ocho letras y cifras, como K7QF-9M2T.',
  name: 'Nombre de este equipo',
  nameHelp: 'Así lo reconocen los demás: Mostrador, Despacho de Ana…',
  nameMissing: 'Falta el nombre de este equipo.',
  submit: 'Emparejar',
  asking: 'Preguntando al relé…',
  compare: '¿Son las mismas que en la otra pantalla?',
  compareBody:
    'Si lo son, que las confirmen allí. Si no, alguien más ha usado ese código: deja de esperar y pide otro.',
  waiting: 'Esperando a que lo confirmen en el otro equipo…',
  stop: 'Dejar de esperar',
  stopped: 'Este equipo ya no espera. El código no sirve',
  inProgress: 'Este equipo espera a que lo confirmen en el otro.',
  see: 'Ver las palabras',
  again: 'Probar otra vez',
  put: 'Entendido',
  done: (office: string | null) =>
    office === null
      ? 'Este equipo ya recibe los avisos del relé'
      : `Este equipo ya recibe los avisos de ${office}`,
} as const

export const pairAddressProblems: Readonly<Record<BaseAddressProblem, string>> = {
  empty: 'Falta la dirección del relé.',
  'not-an-address': 'Eso no es una dirección. Cópiala entera del otro equipo.',
  scheme: 'La dirección tiene que empezar por https://',
  'not-secure': 'Con http:// el código viajaría a la vista. Usa https://',
  credentials: 'Quita el usuario y la contraseña de la dirección: el código va en su campo.',
  query: 'Quita de la dirección el signo de interrogación y lo que sigue.',
  hash: 'Quita de la dirección el signo # y lo que sigue.',
  'too-long': 'Es demasiado larga para ser la dirección de un relé.',
}

/** Errors of pairing: each with what to do about the address or the code. */
export const pairErrors: Partial<Record<keyof typeof errorTexts, ErrorText>> = {
  unreachable: NOT_REACHED,
  timeout: NOT_REACHED,
  'wrong-service': NO_RELAY,
  'bad-answer': NO_RELAY,
  'not-found': NO_RELAY,
  'redirect-refused': NO_RELAY,
  'rate-limited': {
    title: 'El relé pide que esperemos.',
    advice: 'Se han probado demasiados códigos seguidos. Espera un minuto y vuelve a intentarlo.',
  },
}

/** Texts of admitting another PC. */
export const inviteText = {
  title: 'Añadir un equipo',
  action: 'Añadir un equipo',
  seeCode: 'Ver el código',
  seeWords: 'Comparar las palabras',
  pending: 'Hay un código sin usar.',
  claims: claimText,
  asking: 'Pidiendo un código al relé…',
  how: 'En el otro equipo, abre Ajustes › Relé › Emparejar este equipo y escribe:',
  address: 'Dirección',
  code: 'Código',
  copyCode: 'Copiar el código',
  codeCopied: 'Código copiado',
  copyAddress: 'Copiar la dirección',
  addressCopied: 'Dirección copiada',
  notCopied: 'No se ha podido copiar. Selecciónalo y cópialo tú.',
  expires: (left: string) => `Caduca en ${left}. Solo sirve una vez.`,
  drop: 'Descartar el código',
  compare: '¿Son las mismas que en la otra pantalla?',
  compareBody: (name: string) =>
    `Quien pide entrar dice ser «${name}». Si alguna palabra es distinta, no es tu equipo: recházalo.`,
  admit: 'Son las mismas: admitir',
  refuse: 'No lo son: rechazar',
  working: 'Diciéndoselo al relé…',
  confirmed: (name: string) => `«${name}» ya está en el relé.`,
  confirmedBody: 'Desde ahora recibe los mismos avisos que este equipo.',
  refused: 'No se ha admitido ningún equipo.',
  refusedBody: 'El código ya no sirve.',
  expired: 'El código ha caducado.',
  expiredBody: 'No se ha admitido ningún equipo. Crea otro si lo necesitas.',
  other: 'Crear otro código',
  retry: 'Probar otra vez',
  close: 'Cerrar',
} as const
