/** 256 short words without accents, no two of them one letter apart. */
const WORDS = `
  abeja abeto abrigo abril aceite acero agua alba aldea almendra ancla anillo arado arcilla arco arena
  arpa arroz astro avispa azada azul bahia balanza balcon ballena bambu banco barca barro baston bolsa
  bosque bota brisa bronce brujula buzon cabra cacao cadena cafe caja calle camello campo canal canela
  canoa carbon carta cedro ceniza cereza cesta cielo cine ciruela clavo cobre colina cometa concha
  copa coral corcho corona cristal cuadro cuchara cuerda cumbre dado danza desierto diente disco duna
  encina enero ermita escoba espejo espiga esquina estrella faro farola feria ficha fiesta flauta
  flecha flor foca fogata fresa fuente gaita gallo ganso garza gato gaviota girasol globo gorra granja
  grillo grulla guante guitarra haya hebra helecho hierro higo hoguera hoja horno huerta huevo iglesia
  imagen isla jabon jardin jarra lago lana lapiz laurel leche lechuza lente libro liebre limon lince
  lino llave lluvia loma madera maleta mango manta manzana mapa mariposa martillo marzo mayo mesa
  metal miel mina molino moneda monte mora motor muelle mundo museo naranja nave niebla nieve nogal
  norte nube nudo nuez nutria oasis oboe oliva olmo onda oveja pala palmera paloma papel parque pasto
  patio peine pelota pera petalo piano piedra pinar piragua pluma polen pomelo pozo queso quilla rama
  raqueta reloj remo resina retama rincon roble rocio rosa rueda ruta salmon sandia sauce sello selva
  semilla senda seta sierra silla sombra tambor taza techo tejado tela templo tigre tinta tomate
  tomillo torre tortuga trigo tronco trueno tulipan vaca vagon velero venado ventana verano vereda
  viento violin volcan yate yedra yunque zapato zorro
`
  .trim()
  .split(/\s+/)

/** Words for the first bytes of a digest, eight bits each. */
export const wordsOf = (digest: Uint8Array, count: number): string[] =>
  Array.from({ length: count }, (_, index) => WORDS[digest[index] ?? 0] ?? '')

/**
 * Three words that both screens of a pairing show, for a person to compare: they differ when somebody else gave
 * the code. 24 bits, which a guess cannot retry: each attempt is a new pairing.
 * @param digest 32 bytes, made of the code and the nonces of both sides
 */
export function pairingWords(digest: Uint8Array): [string, string, string] {
  if (digest.length !== 32) throw new RangeError('The digest of a pairing has 32 bytes.')
  const [first = '', second = '', third = ''] = wordsOf(digest, 3)
  return [first, second, third]
}
