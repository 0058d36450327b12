import './draft.ts'
import './similar.ts'
import './vote.ts'
