import './draft.ts'
import './picture.ts'
import './similar.ts'
import './vote.ts'
