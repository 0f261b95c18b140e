#!/bin/bash
# Creates the roles and users of sitegrep and of the exporter of metrics in Elasticsearch; safe to repeat. Runs in a container of docker-compose.cluster.yml.
set -euo pipefail

secret() {
  cat "/run/secrets/$1"
}

# Passwords are passed by standard input and a file descriptor, because other users can see the arguments of a process.
put() {
  curl --silent --show-error --fail-with-body --retry 5 --retry-all-errors --max-time 30 \
    --config <(printf 'user = "elastic:%s"\n' "$(secret elasticsearch_superuser_password)") \
    --request PUT --header 'Content-Type: application/json' --data-binary @- "$ELASTICSEARCH/_security/$1"
  echo
}

put role/sitegrep < /etc/sitegrep/role.json
printf '{"password":"%s","roles":["sitegrep"]}' "$(secret elasticsearch_password)" | put user/sitegrep

put role/sitegrep-exporter < /etc/sitegrep/exporter-role.json
printf '{"password":"%s","roles":["sitegrep-exporter"]}' "$(secret elasticsearch_exporter_password)" |
  put user/sitegrep-exporter
