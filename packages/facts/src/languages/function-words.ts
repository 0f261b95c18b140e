// Frequent short words of languages that the detector's model lacks. It gives texts in them the name of a neighbour, or none;
// where the words of a text belong to another language, they decide.

/**
 * One language a line: its code, the languages that the detector takes it for, words that are frequent in it and rare in those,
 * and after them words that it shares with some, which count where the detector has no answer. Codes are of ISO 639-1, or of
 * ISO 639-3 for languages without one, whose texts get no name. Languages of the model are here if they differ from such a
 * neighbour by words alone.
 */
const TABLE = `
af | nl | nie 'n vir hulle hy hierdie daardie deur wees baie ek sal se sy oor julle elke gee asook mense reg alle | die en van is het te om wat
fy | nl | fan yn foar wurde wurdt troch oan hja ek binne moat hawwe ús wêze har hat dizze mei elts syn as wy dy | it de en is te op
nds | nl de da no sv | nich ok warrt hett dörch ehr jümmer sien hebbt kummt mutt ünner un warrn düsse elkeen mien keen | de dat is för to
lb | de nl | déi fir vun vum ass sinn och huet hunn gëtt ginn iwwer wéi datt säi hire awer mat eng engem | de an e net
gsw | de nl | isch nöd nid vo uf hät händ chan gsi öpper öppis gäge sini ùn vùn ìm ìn hett sìnd ùff hàn oder | het e dr d s und
sco | en | tae aw sic wi whilk thir hes nae ony ilka o frae fae wis haes
pcm | en | dey di na wey dem sey dis wit im go
gl | pt es | unha polo pola coa dunha nunha dun máis tamén súa moi aínda ata ningún coas xa persoa dende xunto non ten cando nin | o a e de do da en os as
ast | es pt | ye nun ente comu mundu na so pa tien tamién pola pol llingua tou toa toles tolos nin yá tolo xente | el la de y que
an | es ca | ye os ta toz chent lur suya
mwl | es pt | ls cun ne ua sous andrento bida
lad | es | ke kon komo kada sovre akel akeya ay ansi i
pap | es pt | cu ku ta tin mes aki tur hende den nan pa mester riba | di na e un i
ch | es | yan gi siha na ginen pat taotao manu todu
ia | es | le omne esser iste cata vostre e in pro illes habe per
io | it es | ke kom dil esas havas omna omni esar od omnu pri lua ula | la e en
mxi | es | les e per in totos plù dita et le ad omne hant nost di
kea | pt | ku ta nu ki di ês tudu si ka sta pa un
oc | ca fr | lo las e pòt òc siá totas lor pels aquel sus dins | de la los en que a del amb
oc | fr | dels del al amb los las lo dins sens cal que
frp | fr | lo dâi sû avoué onna clliâo quemet
wa | fr | li di po avou ki ene èt el cisse nin tos onk
co | it | u hà à cù sò chì ellu issu issa hè nantu nisunu esse soia quellu calchì altru
sc | it | sos sas sa cun est pro is issoro ant at totu onnuno de
rm | it ro de | ils las cun mintga minchün mincha minchüna dad dals vegn ün üna tuot tuots u quai tuts ed
fur | it | lis lôr par cun une dut dute sô je ducj des
vec | it | xe gà ła łi ga el par so ghe
lij | it | pe ò dê dô de ògni ciù so ghe inta
rgn | it | at ch u prì cun dli stì
scn | it | lu cu nun pi ca nta cchiù dâ dû ntô iddu havi li
nap | it | nun pe cu cchiù ca stu
rup | ro | shi tu tsi ti ali
rmy | ro | thai kai vi haj manush le
la | it ro en fr es ca pt | quod aut atque esse eius etiam nec quae autem omnes quibus hoc haec enim sed ut ab cum
br | | ha hag eo gant eus zo evit war pe ket met ar an bet holl en da
cy | en | yn y yr mae gan wedi mewn oedd ei eu bod neu hefyd sydd fel gyda ar nad hynny | i o a
ga | en | agus atá bhí sé ag nó chun leis mar ach gach ní faoi seo sin níl raibh bhfuil na ar | an a go is
gd | en | agus tha bha air ann gu aig airson gun chan mar nan nam bhith seo | an a na e
gv | en | ny dy ayns dagh er ta va lesh jeh agh ec nagh yn veih
eo | es it ca pt | kaj estas ne kun oni ĉiu sed pri tio estis ili ĝi kiu | la de en al por li mi
mt | | li u ta hija huwa minn għal kull fil tal mill dan jew bħal għandu mhux biex il
so | tl en | iyo oo ku waa uu kasta leh aan wuxuu ah loo isku ayaa inuu waxa waxaa waxay lagu badan soo u
ht | fr yo | nan ak pou moun gen chak oswa ap yon kapab fè avèk yo | ki pa te tout li
acf | yo fr | èk sé moun pou kon dwa
sw | tl id | kwa katika kuwa yake kila ya za cha hii lakini pia baada huu | wa na ni la
rw | | kandi mu cyangwa wese yose ku cyane gusa ubwo yari ariko bya n y
rn | | kandi mu canke wese ivyo vyose ku ata arafise n y
sn | | uye kuti kana vanhu asi pane zvino nokuti uyo iye mune wose ari ane here se
st | tl | mme hore ba tse ya le ke hae ntho ho ka ha | e a o
tn | yo tl | mme gore ga tse ya ka kgotsa nngwe ke fa | go mo e a o le ba
nso | yo tl | gomme gore ga tša tše ya ka goba ke gona | go mo e a o le ba
ts | yo | ku hi va swi leswaku kumbe naswona eka xi ri | na ni ya wa
zu | | ukuthi futhi noma kanye ngoba wonke nje lapho kodwa uma abantu yilowo wathi lokhu kanti njengoba lapha kusho khona nokho kuleli ukuze
nr | | begodu nanyana woke namkha boke ngokuthi ukuthi uma
ss | | kutsi futsi nobe wonkhe ngekutsi kantsi ngoba
xh | | kwaye okanye kunye xa abantu nokuba ngokuba kodwa ke njengoko kakhulu loo into ukuba ngexesha malunga emva namhlanje
ny | | ndi kuti ndipo wa ya mu pa munthu aliyense kapena za
lg | | mu ku n era nga oba omuntu buli okuba ng kubanga bwe nti naye ye nnyo
ig | | na nke ya nwere ọ bụ ndị onye a maka ime ga ka
ha | | da na a ta ya su wa ko ba kuma don cikin wata kowane
qu | | mana kay runa wan pas tukuy chay kanan hina huk icha
ay | | jan ukat ukhamaraki taqi jaqi mä jaqinakan ukax
gn | | ha tekove mba e ñande hag̃ua upe opa peteĩ pe ko umi rehe
mg | | ny sy amin tsy dia izay rehetra olona ao ary koa fa mba ho tokony
haw | | ka ke a me i o nā ʻo no e ia he kanaka
mi | tl | te ki nga ngā me he e ana kia mo mō ka ko tangata rawa hoki | o i
sm | | le o i ma e ai mo se ona lona tagata uma
to | | ʻo e ki he mo ia pe ke kakai kotoa ʻi ʻoku
ceb | tl | ug nga iyang adunay walay kini alang usa kon ngadto | sa ang mga
hil | tl | sang nga kag iya ukon tagsa ini wala sing indi | sa ang mga
ilo | tl | ti nga iti dagiti ken ket kadagiti maysa tunggal wenno | a
bcl | tl | asin an nin saiyang igwa dai kan sarong lambang | sa mga
war | tl | han ngan an nga ha usa hiya diri kada | mga
pam | tl | ing ning karing king ding metung qng balang
jv | id ms | lan ing kang saka iku ora karo marang dadi utawa nduwèni saben kabeh
su | id ms | jeung anu dina nu ka ku teu kana sarta éta urang tina keur geus aya
min | id ms | nan jo ka indak untuak pado ado satiok urang sarato labiah
bjn | id ms | nang wan gasan kada sabarataan urang
ace | id ms | ngon nyang ureueng bak lam jeut hana tiep atawa
ban | id ms | sane ring miwah antuk puniki sareng ten sami saking
mad | id ms | se ban oreng sareng dha ampon kaangguy otaba reng
pmy | id ms | deng su pu tra dong sa dorang par labee for pung
tk | tr az tt | we bolan üçin bilen adamyň däl ýa bolup ýada
tk | tt | ве шол хер билен хем бир болан дәл
gag | tr az | hem hepsi hererindä deyni ani osa neçin hereri bütün
slr | tr az | ma heme hür der kishi gi ong
tly | az | iyən bə bo ın har kəs çı ıştə kardə
tyv | ky mn | болгаш база кижи бүгү чок азы бооп
fkv | fi | oon ette kans hään tärkkee
krl | fi | da kui ni hänel olgah pidäy
sr | hr | opšte opšti opšta opštine vreme gde pre uvek deca čovek dece svet ovde posle šta takođe porodice porodica porodici opštoj opštu opšteg reč reči uslov vera veru nedelja devojka mestu svetu ceo cele
hr | hr | opće opći opća obitelji vrijeme mjesto gdje prije uvijek djeca čovjek djece svijet ovdje poslije što također riječ tko vjera mjestu svijetu cijeli tijekom osoba općina
bs | hr | porodice porodica porodici historija historije hiljada sedmica lahko saopćio tačno šta također opći hiljade sedmice
kk | be ru uk | және мен бұл үшін деп бір осы болып ол оның қазақ
mn | be ru bg uk | нь байна гэж юм болон энэ бол ба дээр байгаа хүн гэсэн
mk | sr ru | во дека ќе ја ги беше сите овој е со | на и за од се да
mk | bg | во дека ќе ја со од што како сите овој кој
ne | hi mr | छ र छन् गर्ने भएको छैन लागि पनि गरेको हरू हुन् हुने छु थियो हुन हुनेछ
bho | hi mr | बा हवे होखे आउर होई सभे कवनो ओकर खातिर आओर ई
mai | hi mr | अछि केँ सँ छैक हेतु कोनो एहि
mag | hi mr | हई आउ ओकर इ कोय
sa | mr hi | च अस्ति सर्वे भवति एव अपि इति अस्य
pnb | ur | دا نوں تے نیں وچ ایہہ
skr | ur sd | دا کوں وچ
ti | am | ናይ ካብ ኣብ እዩ ወይ ንምዃን እቲ ኦብ እዚ
`;

interface Row {
  /** ISO 639-1 code; null for a language without one. */
  readonly language: string | null;
  readonly neighbours: readonly string[];
  readonly words: readonly string[];
  readonly shared: readonly string[];
}

const ROWS: readonly Row[] = TABLE.trim()
  .split('\n')
  .map((line): Row => {
    const [[code = ''] = [], neighbours = [], words = [], shared = []] = line
      .split('|')
      .map((cell) => cell.split(' ').filter((word) => word !== ''));
    return { language: code.length === 2 ? code : null, neighbours, words, shared };
  });

/** How many of a text's words have to be those of one language. */
interface Threshold {
  /** Minimum share of all words. */
  readonly share: number;
  /** Minimum number of different words. */
  readonly different: number;
}

const OF_NEIGHBOUR: Threshold = { share: 0.04, different: 3 };
/** A text of a neighbour with so many needs only two different ones; short texts repeat few. */
const CLEAR_SHARE = 0.12;
/** Words alone name one of hundreds of languages if the detector has no answer. */
const OF_ANY: Threshold = { share: 0.12, different: 5 };
/** Long words are seldom those of two languages; some languages join the short ones to others. */
const OF_LONG: Threshold = { share: 0.03, different: 4 };
const MIN_LONG = 5;
/** The forms of Serbian and Croatian that differ are not the most frequent words. */
const OF_CROATIAN: Threshold = { share: 0.012, different: 2 };
/** The words of one language have to be so many times those of any other. */
const MIN_LEAD = 1.4;
/** Number of shapes of words: a power of two. */
const SHAPES = 4_096;

/** Rows of words. */
interface RowsByWord {
  readonly rows: ReadonlyMap<string, readonly number[]>;
  /** 1 for the shapes of the words: nearly all words of a text have another one, which costs less to see than to look them up. */
  readonly shapes: Uint8Array;
}

const ROWS_BY_NEIGHBOUR: ReadonlyMap<string, RowsByWord> = new Map(
  [...new Set(ROWS.flatMap(({ neighbours }) => neighbours))].map((neighbour) => [
    neighbour,
    rowsByWord(({ neighbours, words }) => (neighbours.includes(neighbour) ? words : [])),
  ]),
);
const ALL_ROWS = rowsByWord(({ neighbours, words, shared }) =>
  neighbours.includes('hr') ? [] : [...words, ...shared],
);

const ROWS_OF_LONG = rowsByWord(({ neighbours, words }) =>
  neighbours.includes('hr') ? [] : words.filter((word) => word.length >= MIN_LONG),
);

function rowsByWord(wordsOf: (row: Row) => readonly string[]): RowsByWord {
  const rows = new Map<string, number[]>();
  const shapes = new Uint8Array(SHAPES);
  for (const [number, row] of ROWS.entries()) {
    for (const word of wordsOf(row)) {
      rows.set(word, [...(rows.get(word) ?? []), number]);
      shapes[shapeOf(word)] = 1;
    }
  }
  return { rows, shapes };
}

/** A number for the length of a word, its first two letters and its last one. */
function shapeOf(word: string): number {
  const ends = (word.charCodeAt(0) * 31 + word.charCodeAt(1)) * 31 + word.charCodeAt(word.length - 1);
  return (ends * 31 + word.length) & (SHAPES - 1);
}

/** Characters of a text that are read. */
const READ = 2_000;
/** Letters and signs of scripts up to Ethiopic, without its points and the dandas of India; ranges are faster than classes. */
const WORD = /'n(?![a-z])|[a-z\u00c0-\u0963\u0966-\u1360\u1369-\u1fff]+/g;

/**
 * The language of a text after its frequent words.
 *
 * @param reported ISO 639-1 code that the detector gives; null if it has no answer
 * @returns null if the text is in another language, which is not known
 */
export function languageByWords(reported: string | null, text: string): string | null {
  const rows = reported === null ? ALL_ROWS : ROWS_BY_NEIGHBOUR.get(reported);
  if (rows === undefined) return reported;
  const words = text.slice(0, READ).toLowerCase().replaceAll('’', "'").match(WORD) ?? [];
  if (reported === null) return best(null, rows, words, OF_ANY) ?? best(null, ROWS_OF_LONG, words, OF_LONG);
  return best(reported, rows, words, reported === 'hr' ? OF_CROATIAN : OF_NEIGHBOUR);
}

/** The language that most words are of; the reported one if they are too few, null if two have about as many. */
function best(
  reported: string | null,
  { rows, shapes }: RowsByWord,
  words: readonly string[],
  { share, different }: Threshold,
): string | null {
  const known = new Map<string, number>();
  for (const word of words) {
    if (shapes[shapeOf(word)] === 1 && rows.has(word)) known.set(word, (known.get(word) ?? 0) + 1);
  }
  const counts = new Uint16Array(ROWS.length);
  const kinds = new Uint16Array(ROWS.length);
  for (const [word, count] of known) {
    for (const row of rows.get(word) ?? []) {
      counts[row] = (counts[row] ?? 0) + count;
      kinds[row] = (kinds[row] ?? 0) + 1;
    }
  }
  const most = Math.max(...counts);
  const first = counts.indexOf(most);
  const least = reported !== null && most >= CLEAR_SHARE * words.length ? 2 : different;
  if (most < share * words.length || (kinds[first] ?? 0) < least) return reported;
  const language = ROWS[first]?.language ?? null;
  for (const [row, count] of counts.entries()) {
    if (count * MIN_LEAD <= most || row === first) continue;
    const second = ROWS[row]?.language ?? null;
    if (second !== language) return language === reported || second === reported ? reported : null;
  }
  return language;
}
