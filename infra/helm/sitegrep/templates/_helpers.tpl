{{/* Image by digest if there is one: a tag may stand for another image tomorrow. */}}
{{- define "sitegrep.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "sitegrep.rendererImage" -}}
{{- if .Values.renderer.image.digest -}}
{{ .Values.renderer.image.repository }}@{{ .Values.renderer.image.digest }}
{{- else -}}
{{ .Values.renderer.image.repository }}:{{ .Values.renderer.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* Hash of the settings, so that changed ones replace the pods, one after another. */}}
{{- define "sitegrep.checksum" -}}
{{ include (print .Template.BasePath "/settings.yaml") . | sha256sum }}
{{- end -}}
