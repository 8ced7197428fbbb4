/** Make of vehicles, with the models by which two vehicles of the make are told apart. */
export interface VehicleMake {
  /** As shown. */
  readonly name: string
  /** Folded names without blanks. */
  readonly aliases: readonly string[]
  /** Folded models without blanks. Words of trims and engines are left out. */
  readonly models: ReadonlySet<string>
  /** Makes of a family are registered, and sold, under each other's names. They never count as different. */
  readonly family: string
}

const makeOf = (name: string, aliases: string, models: string, family = name): VehicleMake => ({
  name,
  aliases: aliases.split(' '),
  models: new Set(models.split(' ').filter(Boolean)),
  family,
})

/**
 * Makes and models seen in Spain. The list need not be complete: a make or model that is missing here is unknown, and
 * an unknown vehicle is never called another one.
 */
export const VEHICLE_MAKES: readonly VehicleMake[] = [
  makeOf('Abarth', 'abarth', '500 595 600 695 punto', 'Fiat'),
  makeOf(
    'Alfa Romeo',
    'alfaromeo alfa',
    '145 146 147 155 156 159 164 166 33 75 4c brera giulia giulietta gt gtv junior mito spider stelvio tonale',
  ),
  makeOf('Aprilia', 'aprilia', ''),
  makeOf(
    'Audi',
    'audi',
    '80 90 100 a1 a2 a3 a4 a5 a6 a7 a8 allroad etron q2 q3 q4 q5 q6 q7 q8 r8 rs3 rs4 rs5 rs6 rsq3 s1 s3 s4 s5 s6 sq5 sq7 tt',
  ),
  makeOf('BMW', 'bmw', 'i3 i4 i5 i7 i8 ix ix1 ix2 ix3 x1 x2 x3 x4 x5 x6 x7 z1 z3 z4 z8', 'BMW'),
  makeOf('BYD', 'byd', 'atto2 atto3 dolphin han seal sealu sealion tang'),
  makeOf(
    'Chevrolet',
    'chevrolet',
    'aveo camaro captiva corvette cruze epica evanda kalos lacetti lanos malibu matiz nubira orlando spark tacuma trax',
    'Daewoo',
  ),
  makeOf(
    'Chrysler',
    'chrysler',
    '300c crossfire grandvoyager neon ptcruiser sebring stratus voyager',
    'Chrysler',
  ),
  makeOf(
    'Citroën',
    'citroen',
    '2cv ami ax berlingo bx c1 c15 c2 c3 c3aircross c3picasso c4 c4aircross c4cactus c4picasso c5 c5aircross c6 c8 ccrosser celysee cx cz ds3 ds4 ds5 dyane evasion gs jumper jumpy mehari nemo picasso saxo spacetourer xantia xm xsara zx',
    'Citroën',
  ),
  makeOf('Cupra', 'cupra', 'ateca born formentor leon tavascan terramar', 'SEAT'),
  makeOf('Dacia', 'dacia', 'bigster dokker duster jogger lodgy logan sandero spring'),
  makeOf(
    'Daewoo',
    'daewoo',
    'aranos evanda kalos lacetti lanos leganza matiz nexia nubira rezzo tacuma',
    'Daewoo',
  ),
  makeOf('DAF', 'daf', ''),
  makeOf('Daihatsu', 'daihatsu', 'charade copen cuore feroza materia move sirion terios yrv'),
  makeOf('Derbi', 'derbi', ''),
  makeOf('Dodge', 'dodge', 'avenger caliber challenger journey nitro ram', 'Chrysler'),
  makeOf('DS', 'ds', '3 4 5 7 9 ds3 ds4 ds5 ds7 ds9', 'Citroën'),
  makeOf('Ducati', 'ducati', ''),
  makeOf('Ebro', 'ebro', ''),
  makeOf('Ferrari', 'ferrari', ''),
  makeOf(
    'Fiat',
    'fiat',
    '124 126 127 128 131 500 500l 500x 600 argo barchetta brava bravo cinquecento coupe croma doblo ducato fiorino freemont fullback idea linea marea multipla palio panda punto qubo scudo sedici seicento stilo strada talento tempra tipo topolino ulysse uno',
    'Fiat',
  ),
  makeOf(
    'Ford',
    'ford',
    'bmax cmax cougar courier ecosport edge escort explorer fiesta focus fusion galaxy grandcmax ka kuga maverick mondeo mustang orion prefect probe puma ranger scorpio sierra smax streetka tourneo transit',
  ),
  makeOf('Gilera', 'gilera', ''),
  makeOf('Harley-Davidson', 'harleydavidson harley', ''),
  makeOf(
    'Honda',
    'honda',
    'accord civic crv crx crz ehny1 fcx frv hrv insight jazz legend logo prelude stream',
    'Honda',
  ),
  makeOf('Husqvarna', 'husqvarna', ''),
  makeOf(
    'Hyundai',
    'hyundai',
    'accent atos bayon coupe elantra galloper getz h1 h100 i10 i20 i30 i40 ioniq ioniq5 ioniq6 ix20 ix35 ix55 kona lantra matrix nexo santafe sonata terracan trajet tucson veloster',
    'Hyundai',
  ),
  makeOf('Genesis', 'genesis', '', 'Hyundai'),
  makeOf('Infiniti', 'infiniti', 'ex fx q30 q50 q60 q70 qx30 qx50 qx70'),
  makeOf('Isuzu', 'isuzu', 'dmax trooper'),
  makeOf('Iveco', 'iveco', 'daily eurocargo stralis'),
  makeOf('Jaguar', 'jaguar', 'epace fpace ftype ipace stype xe xf xj xk xtype'),
  makeOf(
    'Jeep',
    'jeep',
    'avenger cherokee commander compass gladiator grandcherokee patriot renegade wrangler',
    'Chrysler',
  ),
  makeOf('Kawasaki', 'kawasaki', ''),
  makeOf('KGM', 'kgm', '', 'SsangYong'),
  makeOf(
    'Kia',
    'kia',
    'carens carnival ceed cerato ev3 ev4 ev6 ev9 magentis niro optima picanto pregio proceed rio sephia shuma sorento soul sportage stinger stonic venga xceed',
  ),
  makeOf('KTM', 'ktm', ''),
  makeOf('Kymco', 'kymco', ''),
  makeOf('Lada', 'lada', 'niva samara'),
  makeOf(
    'Lancia',
    'lancia',
    'delta dedra flavia kappa lybra musa phedra prisma thema thesis voyager ypsilon zeta',
  ),
  makeOf(
    'Land Rover',
    'landrover rangerover',
    'defender discovery evoque freelander rangerover velar',
    'Land Rover',
  ),
  makeOf(
    'Lexus',
    'lexus',
    'ct ct200h es300h is200 is220d is250 is300h lbx ls400 ls430 nx nx300h rx rx300 rx400h rx450h ux ux250h',
  ),
  makeOf('Lynk & Co', 'lynkco', '01 02 08'),
  makeOf('MAN', 'man', 'tga tge tgl tgm tgs tgx'),
  makeOf('Maserati', 'maserati', 'ghibli grecale levante quattroporte'),
  makeOf(
    'Mazda',
    'mazda',
    '2 3 5 6 121 323 626 b2500 bt50 cx3 cx30 cx5 cx60 cx7 cx80 cx9 demio mpv mx30 mx5 premacy rx8 tribute xedos',
  ),
  makeOf(
    'Mercedes-Benz',
    'mercedesbenz mercedes',
    'actros atego axor citan sprinter unimog vaneo viano vito',
    'Mercedes-Benz',
  ),
  makeOf('MG', 'mg', '3 4 5 ehs hs marvelr mg3 mg4 mg5 mgf tf zr zs zt'),
  makeOf('Mini', 'mini', 'aceman cabrio clubman countryman coupe paceman roadster', 'BMW'),
  makeOf(
    'Mitsubishi',
    'mitsubishi',
    'asx canter carisma colt eclipse galant grandis imiev l200 lancer montero outlander pajero spacestar',
  ),
  makeOf('Montesa', 'montesa', '', 'Honda'),
  makeOf(
    'Nissan',
    'nissan datsun',
    '350z 370z almera ariya atleon cabstar cube juke leaf maxima micra murano navara note nv200 nv300 nv400 pathfinder patrol pickup pixo prairie primastar primera pulsar qashqai serena sunny terrano tiida trade vanette xtrail',
  ),
  makeOf(
    'Opel',
    'opel vauxhall',
    'adam agila ampera antara ascona astra calibra cascada combo corsa crossland frontera grandland insignia kadett karl manta meriva mokka monterey movano omega rekord signum sintra speedster tigra vectra vivaro zafira',
  ),
  makeOf('Omoda', 'omoda', '5 9'),
  makeOf(
    'Peugeot',
    'peugeot',
    '104 106 107 108 1007 2008 205 206 207 208 3008 301 305 306 307 308 309 4007 4008 405 406 407 408 5008 504 505 508 604 605 607 806 807 bipper boxer expert partner rcz rifter traveller',
  ),
  makeOf('Piaggio', 'piaggio vespa', ''),
  makeOf('Polestar', 'polestar', '2 3 4'),
  makeOf(
    'Porsche',
    'porsche',
    '356 718 911 924 928 944 968 boxster carrera cayenne cayman macan panamera taycan',
  ),
  makeOf(
    'Renault',
    'renault',
    '4 5 6 7 8 9 11 12 14 18 19 21 25 arkana austral avantime captur clio dauphine espace express fluence kadjar kangoo koleos laguna latitude mascott master megane modus rafale safrane scenic supercinco symbioz talisman thalia trafic twingo twizy velsatis wind zoe',
  ),
  makeOf('Rover', 'rover', '25 45 75 200 214 216 218 220 400 414 416 420 600 620 streetwise', 'Land Rover'),
  makeOf('Saab', 'saab', '900 9000 93 95'),
  makeOf('Santana', 'santana', '', 'Land Rover'),
  makeOf('Scania', 'scania', ''),
  makeOf(
    'SEAT',
    'seat',
    '1400 1430 1500 124 127 128 131 132 133 600 850 alhambra altea arona arosa ateca cordoba exeo fura ibiza inca leon malaga marbella mii panda ronda tarraco terra toledo',
    'SEAT',
  ),
  makeOf(
    'Škoda',
    'skoda',
    'citigo elroq enyaq fabia favorit felicia kamiq karoq kodiaq octavia rapid roomster scala superb yeti',
  ),
  makeOf('Smart', 'smart mcc', 'forfour fortwo roadster', 'Mercedes-Benz'),
  makeOf('SsangYong', 'ssangyong', 'actyon korando kyron musso rexton rodius tivoli', 'SsangYong'),
  makeOf(
    'Subaru',
    'subaru',
    'brz crosstrek forester impreza justy legacy levorg outback solterra tribeca trezia wrx xv',
  ),
  makeOf(
    'Suzuki',
    'suzuki',
    'across alto baleno celerio ignis jimny kizashi liana samurai splash swace swift sx4 vitara wagonr',
  ),
  makeOf('SYM', 'sym', ''),
  makeOf('Tata', 'tata', ''),
  makeOf('Tesla', 'tesla', 'model3 models modelx modely'),
  makeOf(
    'Toyota',
    'toyota',
    'auris avensis aygo bz4x camry carina celica chr corolla dyna fj gt86 gtcruiser hiace highlander hilux iq landcruiser mirai mr2 paseo picnic previa prius proace rav4 supra urbancruiser verso yaris',
  ),
  makeOf('Triumph', 'triumph', ''),
  makeOf(
    'Volkswagen',
    'volkswagen vw',
    'amarok arteon beetle bora caddy california caravelle corrado crafter cross eos escarabajo fox golf id3 id4 id5 id7 jetta lt lupo multivan passat phaeton polo santana scirocco sharan taigo tayron tcross tiguan touareg touran transporter troc up vento',
  ),
  makeOf(
    'Volvo',
    'volvo',
    '240 340 440 460 480 740 760 850 940 960 c30 c40 c70 ex30 ex40 ex90 fh fl fm s40 s60 s70 s80 s90 v40 v50 v60 v70 v90 xc40 xc60 xc70 xc90',
  ),
  makeOf('Yamaha', 'yamaha', ''),
]
