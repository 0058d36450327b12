import type { Reader, SourceKind } from './reader.ts'
import { astutoReader } from './readers/astuto/astuto.ts'
import { cannyReader } from './readers/canny/canny.ts'
import { clearflaskReader } from './readers/clearflask/clearflask.ts'
import { csvReader } from './readers/csv/csv.ts'
import { echologReader } from './readers/echolog/echolog.ts'
import { featurebaseReader } from './readers/featurebase/featurebase.ts'
import { featureosReader } from './readers/featureos/featureos.ts'
import { fiderReader } from './readers/fider/fider.ts'
import { githubReader } from './readers/github/github.ts'
import { logchimpReader } from './readers/logchimp/logchimp.ts'
import { productboardReader } from './readers/productboard/productboard.ts'
import { quackbackReader } from './readers/quackback/quackback.ts'
import { uservoiceReader } from './readers/uservoice/uservoice.ts'

/** The reader of each source. */
export const READERS: Readonly<Record<SourceKind, Reader>> = {
  echolog: echologReader,
  csv: csvReader,
  fider: fiderReader,
  astuto: astutoReader,
  canny: cannyReader,
  featureos: featureosReader,
  quackback: quackbackReader,
  uservoice: uservoiceReader,
  featurebase: featurebaseReader,
  logchimp: logchimpReader,
  clearflask: clearflaskReader,
  github: githubReader,
  productboard: productboardReader,
}
