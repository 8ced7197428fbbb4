const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Units, currencies and abbreviations of three consonants: «3000 rpm», «1500 GBP», «8080 TCP», «Visión 2020 Ltd». */
export const UNITS = words(
  'rpm kgs grs kms mts cms lbs hrs mhz ghz khz fps bps ppm pcs pts pvp gbp chf mxn brl clp cny czk hkd nzd thb twd sgd dkk ' +
    'jpy krw lps tcp btc kwh wpm kbs mbs bpm dbm ltd llc slp sll phd tpv tlf cvs ccs pzs sms rgb mgs mls lts gmt pst cst',
)

/** Formats of files, apart from the number: «fotos 0001 JPG». */
export const FILES = words('pdf jpg png csv xml txt rtf zip')

/** Versions of a car and names of places and products, after a year or a displacement: «Golf 2016 GTD», «KTM 1290 SDR». */
export const VERSIONS = words(
  'gtd gts gtb gtr gtx gtc glp gnc gnl glx jtd crd cdx svr svt srt rxh phv lci stw stx tdx tdr trd mpv hdt dct dsg fwd rwd ' +
    'sdr dvd hdr hdd ssd lcd bcn vlc mdr crm dgt gp3 btt bmx ltz rst gls glc glk slk clk cls clc slc vts vtr mtx cbr cbf ' +
    'xrv crv hrv fjr xjr xsr klx klr mtb',
)

/** Words of a title in capitals around a number: «DE 2000 A 2024 Y MÁS», «B 1200 KG». */
export const SHORT_WORDS = words(
  'a e o u y de en el la al se no si es un lo me te su mi tu ya le km cv cc kg hp kw gb mb tb mm cm ml gr hz rr xr sx gs gt ' +
    'rt rs td di dt sr st tt xl wh ah va sl sa cb ud iv ii v vi pc hd tv ip ad dc am pm m l g h w x i d r t s',
)
