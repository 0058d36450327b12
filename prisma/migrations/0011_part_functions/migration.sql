-- Making and dropping parts of the event log takes the owner of its tables. These functions act as that owner, on parts
-- by week and nothing else, so that the service can connect as a role that owns no table.
CREATE FUNCTION "make_part"("parent" text, "part" text, "first" timestamptz, "last" timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
BEGIN
  IF parent NOT IN ('events', 'deliveries', 'delivery_attempts') OR part !~ ('^' || parent || '_[0-9]{8}$') THEN
    RAISE EXCEPTION '% is not a part by week', part USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('CREATE TABLE IF NOT EXISTS %1$I.%2$I PARTITION OF %1$I.%3$I FOR VALUES FROM (%4$L) TO (%5$L)',
    current_schema(), part, parent, first, last);
END $$;

CREATE FUNCTION "drop_part"("parent" text, "part" text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF parent NOT IN ('events', 'deliveries', 'delivery_attempts') OR part !~ ('^' || parent || '_[0-9]{8}$')
    OR NOT EXISTS (SELECT FROM pg_catalog.pg_inherits
      WHERE inhrelid = to_regclass(format('%I.%I', current_schema(), part))
        AND inhparent = to_regclass(format('%I.%I', current_schema(), parent))) THEN
    RAISE EXCEPTION '% is not a part by week', part USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('DROP TABLE %I.%I', current_schema(), part);
END $$;

-- Only whom the owner lets.
REVOKE EXECUTE ON FUNCTION "make_part"(text, text, timestamptz, timestamptz), "drop_part"(text, text) FROM PUBLIC;
