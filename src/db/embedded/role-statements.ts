/** Owner of the database and everything in it. */
export const OWNER = 'echolog_owner'
/** Role of the service's connections. */
export const SERVICE = 'echolog_service'

const PLAIN = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
/** "maintain" covers `vacuum (analyze)`, which follows bulk writes. */
const TABLE_RIGHTS = 'select, insert, update, delete, maintain'
const HISTORY = 'public._prisma_migrations'

/**
 * Creates or repairs both roles with their rights on the database. `pg_read_all_stats` shows the transactions
 * that block events.
 */
export function rolesOf(ownerPassword: string, servicePassword: string): string {
  return `
    ${makeRole(OWNER, ownerPassword)}
    ${makeRole(SERVICE, servicePassword)}
    grant pg_read_all_stats to ${SERVICE};
    do $$ begin
      execute format('alter database %I owner to ${OWNER}', current_database());
      execute format('revoke all on database %I from public', current_database());
      execute format('grant connect on database %I to ${SERVICE}', current_database());
    end $$;
    revoke connect on database postgres, template1 from public;
    alter default privileges for role ${OWNER} in schema public grant ${TABLE_RIGHTS} on tables to ${SERVICE};
    alter default privileges for role ${OWNER} in schema public grant usage, select on sequences to ${SERVICE};`
}

function makeRole(name: string, password: string): string {
  return `
    do $$ begin if not exists (select 1 from pg_roles where rolname = '${name}') then create role ${name}; end if; end $$;
    alter role ${name} ${PLAIN} password '${password}';`
}

/**
 * Lists, as `statement`, the grants that the service lacks on the owner's objects. The record of migrations is
 * read-only. Extensions and their rights belong to the superuser.
 */
export function grantsOf(): string {
  const ownTables = `relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = '${OWNER}'`
  const history = `to_regclass('${HISTORY}')`
  return `
    select format('grant ${TABLE_RIGHTS} on table %s to ${SERVICE}', oid::regclass) as statement from pg_class
      where ${ownTables} and relkind in ('r', 'p') and oid is distinct from ${history}
        and not has_table_privilege('${SERVICE}', oid, 'insert')
    union all
    select 'grant select on table ${HISTORY} to ${SERVICE}'
      where not has_table_privilege('${SERVICE}', ${history}, 'select')
    union all
    select 'revoke insert, update, delete, maintain on table ${HISTORY} from ${SERVICE}'
      where has_table_privilege('${SERVICE}', ${history}, 'insert')
    union all
    select format('grant usage, select on sequence %s to ${SERVICE}', seqrelid::regclass)
      from pg_sequence join pg_class on pg_class.oid = seqrelid
      where ${ownTables} and not has_sequence_privilege('${SERVICE}', seqrelid, 'usage')
    union all
    select format('grant execute on routine %s to ${SERVICE}', oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = '${OWNER}'
        and not has_function_privilege('${SERVICE}', oid, 'execute')`
}
