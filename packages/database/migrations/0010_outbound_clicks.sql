CREATE TABLE "outbound_clicks" (
	"day" date NOT NULL,
	"host" text NOT NULL,
	"path" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "outbound_clicks_day_host_path_pk" PRIMARY KEY("day","host","path")
);
