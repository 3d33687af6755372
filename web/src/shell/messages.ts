import type { TranslationMessages } from 'react-admin'

/** Everything react-admin says, in Brazilian Portuguese, and the names of our resources. */
export const messages: TranslationMessages = {
  ra: {
    action: {
      add_filter: 'Adicionar filtro',
      add: 'Adicionar',
      back: 'Voltar',
      bulk_actions: '1 item selecionado |||| %{smart_count} itens selecionados',
      cancel: 'Cancelar',
      clear_array_input: 'Limpar a lista',
      clear_input_value: 'Limpar campo',
      clone: 'Duplicar',
      confirm: 'Confirmar',
      create: 'Criar',
      create_item: 'Criar %{item}',
      delete: 'Excluir',
      edit: 'Editar',
      export: 'Exportar',
      list: 'Lista',
      refresh: 'Atualizar',
      remove_filter: 'Remover este filtro',
      remove_all_filters: 'Remover todos os filtros',
      remove: 'Remover',
      reset: 'Restaurar',
      save: 'Salvar',
      search: 'Buscar',
      search_columns: 'Buscar colunas',
      select_all: 'Selecionar tudo',
      select_all_button: 'Selecionar tudo',
      select_row: 'Selecionar esta linha',
      show: 'Ver',
      sort: 'Ordenar',
      undo: 'Desfazer',
      unselect: 'Desmarcar',
      expand: 'Expandir',
      close: 'Fechar',
      open_menu: 'Abrir menu',
      close_menu: 'Fechar menu',
      update: 'Alterar',
      move_up: 'Mover para cima',
      move_down: 'Mover para baixo',
      open: 'Abrir',
      toggle_theme: 'Alternar entre tema claro e escuro',
      select_columns: 'Colunas',
      update_application: 'Recarregar o aplicativo'
    },
    boolean: {
      true: 'Sim',
      false: 'Não',
      null: ' '
    },
    page: {
      create: 'Criar %{name}',
      dashboard: 'Painel',
      edit: '%{name} %{recordRepresentation}',
      error: 'Algo deu errado',
      list: '%{name}',
      loading: 'Carregando',
      not_found: 'Página não encontrada',
      show: '%{name} %{recordRepresentation}',
      empty: 'Ainda não há registros em %{name}.',
      invite: 'Quer adicionar o primeiro?',
      access_denied: 'Acesso negado',
      authentication_error: 'Erro de autenticação'
    },
    input: {
      file: {
        upload_several: 'Arraste arquivos para enviar ou clique para escolher.',
        upload_single: 'Arraste um arquivo para enviar ou clique para escolher.'
      },
      image: {
        upload_several: 'Arraste imagens para enviar ou clique para escolher.',
        upload_single: 'Arraste uma imagem para enviar ou clique para escolher.'
      },
      references: {
        all_missing: 'Não foi possível encontrar os registros relacionados.',
        many_missing: 'Pelo menos um dos registros relacionados não está mais disponível.',
        single_missing: 'O registro relacionado não está mais disponível.'
      },
      password: {
        toggle_visible: 'Ocultar senha',
        toggle_hidden: 'Mostrar senha'
      }
    },
    message: {
      about: 'Sobre',
      access_denied: 'Você não tem permissão para acessar esta página',
      are_you_sure: 'Tem certeza?',
      authentication_error: 'O servidor respondeu com um erro e não foi possível verificar suas credenciais.',
      auth_error: 'Ocorreu um erro ao validar sua sessão.',
      bulk_delete_content:
        'Tem certeza de que deseja excluir este registro? |||| Tem certeza de que deseja excluir estes %{smart_count} registros?',
      bulk_delete_title: 'Excluir %{name} |||| Excluir %{smart_count} %{name}',
      bulk_update_content:
        'Tem certeza de que deseja alterar %{name} %{recordRepresentation}? |||| Tem certeza de que deseja alterar estes %{smart_count} registros?',
      bulk_update_title: 'Alterar %{name} %{recordRepresentation} |||| Alterar %{smart_count} %{name}',
      clear_array_input: 'Tem certeza de que deseja limpar a lista inteira?',
      delete_content: 'Tem certeza de que deseja excluir este registro?',
      delete_title: 'Excluir %{name} %{recordRepresentation}',
      details: 'Detalhes',
      error: 'Ocorreu um erro no aplicativo e sua solicitação não pôde ser concluída.',
      invalid_form: 'O formulário tem erros. Confira os campos indicados',
      loading: 'Aguarde um momento',
      no: 'Não',
      not_found: 'O endereço foi digitado incorretamente ou o link que você seguiu não existe mais.',
      select_all_limit_reached:
        'Há itens demais para selecionar todos. Somente os primeiros %{max} foram selecionados.',
      unsaved_changes: 'Algumas alterações não foram salvas. Tem certeza de que deseja descartá-las?',
      yes: 'Sim',
      placeholder_data_warning: 'Problema de conexão: não foi possível atualizar os dados.'
    },
    navigation: {
      clear_filters: 'Limpar filtros',
      no_filtered_results: 'Nenhum resultado em %{name} para os filtros atuais.',
      no_results: 'Nenhum resultado em %{name}',
      no_more_results: 'A página %{page} não existe. Tente a página anterior.',
      page_out_of_boundaries: 'A página %{page} não existe',
      page_out_from_end: 'Esta já é a última página',
      page_out_from_begin: 'Esta já é a primeira página',
      page_range_info: '%{offsetBegin}–%{offsetEnd} de %{total}',
      partial_page_range_info: '%{offsetBegin}–%{offsetEnd} de mais de %{offsetEnd}',
      current_page: 'Página %{page}',
      page: 'Ir para a página %{page}',
      first: 'Ir para a primeira página',
      last: 'Ir para a última página',
      next: 'Ir para a próxima página',
      previous: 'Ir para a página anterior',
      page_rows_per_page: 'Linhas por página:',
      skip_nav: 'Ir para o conteúdo'
    },
    sort: {
      sort_by: 'Ordenar por %{field_lower_first} em ordem %{order}',
      ASC: 'crescente',
      DESC: 'decrescente'
    },
    auth: {
      auth_check_error: 'Entre para continuar',
      user_menu: 'Perfil',
      username: 'Usuário',
      password: 'Senha',
      email: 'E-mail',
      sign_in: 'Entrar',
      sign_in_error: 'Não foi possível entrar. Tente novamente',
      logout: 'Sair'
    },
    notification: {
      updated: 'Registro alterado |||| %{smart_count} registros alterados',
      created: 'Registro criado',
      deleted: 'Registro excluído |||| %{smart_count} registros excluídos',
      bad_item: 'Registro inválido',
      item_doesnt_exist: 'O registro não existe',
      http_error: 'Erro na comunicação com o servidor',
      data_provider_error: 'Erro ao obter os dados. Veja os detalhes no console do navegador.',
      i18n_error: 'Não foi possível carregar as traduções do idioma escolhido',
      canceled: 'Ação cancelada',
      logged_out: 'Sua sessão terminou. Entre novamente.',
      not_authorized: 'Você não tem permissão para acessar este recurso.',
      application_update_available: 'Há uma nova versão disponível.',
      offline: 'Sem conexão. Não foi possível obter os dados.'
    },
    validation: {
      required: 'Este campo é obrigatório',
      minLength: 'Use pelo menos %{min} caracteres',
      maxLength: 'Use no máximo %{max} caracteres',
      minValue: 'O valor mínimo é %{min}',
      maxValue: 'O valor máximo é %{max}',
      number: 'Digite um número',
      email: 'Email inválido',
      oneOf: 'Escolha uma destas opções: %{options}',
      regex: 'Use o formato esperado (expressão regular): %{pattern}',
      unique: 'Este valor já está em uso'
    },
    saved_queries: {
      label: 'Buscas salvas',
      query_name: 'Nome da busca',
      new_label: 'Salvar esta busca...',
      new_dialog_title: 'Salvar esta busca como',
      remove_label: 'Excluir busca salva',
      remove_label_with_name: 'Excluir a busca "%{name}"',
      remove_dialog_title: 'Excluir a busca salva?',
      remove_message: 'Tem certeza de que deseja excluir este item das suas buscas salvas?',
      help: 'Filtre a lista e salve a busca para usar depois'
    },
    guesser: {
      empty: {
        title: 'Nenhum dado para mostrar',
        message: 'Confira a origem dos dados'
      }
    },
    configurable: {
      customize: 'Personalizar',
      configureMode: 'Configurar esta página',
      inspector: {
        title: 'Inspetor',
        content: 'Passe o mouse sobre os elementos da tela para configurá-los',
        reset: 'Restaurar configurações',
        hideAll: 'Ocultar tudo',
        showAll: 'Mostrar tudo'
      },
      Datagrid: {
        title: 'Tabela',
        unlabeled: 'Coluna %{column} sem nome'
      },
      SimpleForm: {
        title: 'Formulário',
        unlabeled: 'Campo %{input} sem nome'
      },
      SimpleList: {
        title: 'Lista',
        primaryText: 'Texto principal',
        secondaryText: 'Texto secundário',
        tertiaryText: 'Texto complementar'
      }
    }
  },
  resources: {
    leads: { name: 'Lead |||| Leads' },
    employees: { name: 'Pessoa |||| Equipe' },
    mails: { name: 'E-mail |||| E-mails' }
  }
}
