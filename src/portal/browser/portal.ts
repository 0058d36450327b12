import './similar.ts'
import './vote.ts'
